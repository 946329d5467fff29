/** A message that must not leave: something in it could change its headers or its recipients. Final: no retry helps. */
export class MessageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MessageError';
  }
}
