/** Token of a clock that tests inject; without one a class uses `performance.now()`. */
export const CLOCK = Symbol('clock');

/** Milliseconds. */
export type Clock = () => number;
