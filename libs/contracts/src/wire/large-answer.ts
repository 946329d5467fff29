/** An answer of about `bytes` bytes, which the service makes when there is room for it (`AskServer`). `T` is what it holds. */
export class LargeAnswer<T> {
  constructor(
    readonly bytes: number,
    readonly make: () => Promise<T>,
  ) {}
}
