// Whether the reader wants nothing to move by itself.

export const still = matchMedia("(prefers-reduced-motion: reduce)");
