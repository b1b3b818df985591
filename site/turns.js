// Questions one at a time, so that no answer comes after that to a later question.

/**
 * Ask in the order in which questions come, at once if none is open. One takes the place of the last that waits if
 * it `replaces` it. `ask` is given the question, and a function that tells whether a newer one is waiting. What is
 * returned takes a question and settles as its answer does, or that of the one which took its place.
 */
export function inTurn(ask, replaces = () => false) {
  const waiting = [];
  let open = 0; // questions that have not settled
  let last;

  async function askFirst() {
    try {
      return await ask(waiting.shift(), () => waiting.length > 0);
    } finally {
      open -= 1;
    }
  }

  return (question) => {
    if (waiting.length && replaces(question, waiting.at(-1))) {
      waiting[waiting.length - 1] = question;
      return last;
    }
    waiting.push(question);
    open += 1;
    last = open === 1 ? askFirst() : last.catch(() => {}).then(askFirst);
    return last;
  };
}

/** Of the questions that come while one is asked, only the newest is asked next. */
export const newest = (ask) => inTurn(ask, () => true);
