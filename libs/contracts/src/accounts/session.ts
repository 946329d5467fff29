/** An open session of an account. */
export class SessionView {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  expiresAt: string;
  /** The name that the browser gave when it signed in, at most 300 characters; null where it said nothing. */
  userAgent: string | null;
  /** Is it the session of this call? */
  current: boolean;
}

/** Answer of `DELETE /users/@me/sessions`. */
export class EndedSessions {
  ended: number;
}
