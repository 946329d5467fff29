/** An answer that is JSON already: it travels as it stands and is not parsed on its way. `T` is what it holds. */
export class JsonText<T> {
  declare readonly holds?: T;

  constructor(readonly text: string) {}
}
