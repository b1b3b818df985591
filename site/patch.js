// Brings what stands in the page up to a new drawing of it, touching only what differs, so that
// focus stays where it is and nothing flickers.

/** Make the only child of `host` equal to the element that `markup` (from Python) describes. */
export function draw(host, markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  const fresh = template.content.firstElementChild;
  if (host.firstElementChild) patch(host.firstElementChild, fresh);
  else host.append(fresh);
}

function patch(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return old.replaceWith(fresh);
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [olds, news] = [[...old.childNodes], [...fresh.childNodes]];
  news.forEach((child, i) => (i < olds.length ? patch(olds[i], child) : old.append(child)));
  olds.slice(news.length).forEach((child) => child.remove());
}
