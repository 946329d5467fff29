/** An answer that is JSON already: it travels as it stands, and nobody on its way takes it apart. `T` is what it holds. */
export class JsonText<T> {
  declare readonly holds?: T;

  constructor(readonly text: string) {}
}
