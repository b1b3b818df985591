// exp, log and cos to the last digit as py/nearlydone/libm.py has them, by Sun's method of 1993: what JavaScript
// engines have built in differs from one to the next, and a bar at the very end of a run can turn on the last digit.

const LN2 = [6.93147180369123816490e-1, 1.90821492927058770002e-10];
const HALF_PI = [
  [1.57079632673412561417, 6.07710050650619224932e-11],
  [6.07710050630396597660e-11, 2.02226624879595063154e-21],
  [2.02226624871116645580e-21, 8.47842766036889956997e-32],
];
const number = new Float64Array(1), words = new Uint32Array(number.buffer); // the lower word first

function highWord(x) {
  number[0] = x;
  return words[1];
}

function withHighWord(word) {
  words[0] = 0;
  words[1] = word;
  return number[0];
}

export function exp(x) {
  const size = Math.abs(x);
  if (size < 2 ** -28) return 1 + x;
  let k = 0;
  if (size >= 1.0397205352783203) k = Math.trunc(1.44269504088896338700 * x + (x > 0 ? 0.5 : -0.5));
  else if (size >= 0.3465735912322998) k = x > 0 ? 1 : -1;
  const high = x - k * LN2[0], low = k * LN2[1], r = high - low, t = r * r;
  const c = r - t * (1.66666666666666019037e-1 + t * (-2.77777777770155933842e-3 + t * (6.61375632143793436117e-5
    + t * (-1.65339022054652515390e-6 + t * 4.13813679705723846039e-8))));
  return (1 - (low - r * c / (2 - c) - high)) * withHighWord((k + 1023) << 20);
}

export function log(x) {
  const word = highWord(x), leading = word & 0xfffff, lower = words[0], upper = leading >= 0x6a09c;
  const k = (word >>> 20) - 1023 + upper;
  words[0] = lower;
  words[1] = leading | (upper ? 0x3fe00000 : 0x3ff00000);
  const f = number[0] - 1;
  if ((0xfffff & (2 + leading)) < 3) return k * LN2[0] - (f * f * (0.5 - 0.33333333333333333 * f) - k * LN2[1] - f);
  const s = f / (2 + f), z = s * s, w = z * z;
  const even = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const odd = z * (6.666666666666735130e-1 + w * (2.857142874366239149e-1
    + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const r = odd + even, half = 0.5 * f * f;
  if (leading >= 0x6147a && leading <= 0x6b851) return k * LN2[0] - (half - (s * (half + r) + k * LN2[1]) - f);
  return k * LN2[0] - (s * (f - r) - k * LN2[1] - f);
}

export function cos(x) {
  if (x < 0.7853984832763672) return smallCos(x, 0);
  const n = Math.trunc(x * 6.36619772367581382433e-1 + 0.5), exponent = highWord(x) >>> 20;
  let r = x - n * HALF_PI[0][0], w = n * HALF_PI[0][1], y = r - w;
  if (highWord(x) === highWord(n * (HALF_PI[0][0] + HALF_PI[0][1]))) {
    for (const [bits, part, after] of [[16, ...HALF_PI[1]], [49, ...HALF_PI[2]]]) {
      if (exponent - (highWord(y) >>> 20 & 0x7ff) <= bits) break;
      const before = r;
      w = n * part;
      r = before - w;
      w = n * after - (before - r - w);
      y = r - w;
    }
  }
  const rest = r - y - w, value = n % 2 ? smallSin(y, rest) : smallCos(y, rest);
  return n % 4 === 1 || n % 4 === 2 ? -value : value;
}

function smallCos(x, rest) {
  const size = Math.abs(x);
  if (size < 2 ** -27) return 1;
  const z = x * x;
  const r = z * (4.16666666666666019037e-2 + z * (-1.38888888888741095749e-3 + z * (2.48015872894767294178e-5
    + z * (-2.75573143513906633035e-7 + z * (2.08757232129817482790e-9 + z * -1.13596475577881948265e-11)))));
  if (size < 0.2999999523162842) return 1 - (0.5 * z - (z * r - x * rest));
  const quarter = size >= 0.7812504768371582 ? 0.28125 : withHighWord(highWord(size)) / 4;
  return 1 - quarter - (0.5 * z - quarter - (z * r - x * rest));
}

function smallSin(x, rest) {
  if (Math.abs(x) < 2 ** -27) return x;
  const z = x * x, v = z * x;
  const r = 8.33333333332248946124e-3 + z * (-1.98412698298579493134e-4 + z * (2.75573137070700676789e-6
    + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  return x - (z * (0.5 * rest - v * r) - rest - v * -1.66666666666666324348e-1);
}
