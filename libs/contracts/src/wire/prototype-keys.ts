/** Names that reach into an object's prototype: refused as keys everywhere. */
export const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
