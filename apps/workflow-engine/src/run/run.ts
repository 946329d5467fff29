/** The contact as a step sees it. */
export interface RunContact {
  /** Bare UUID. */
  id: string;
  email: string;
  subscribed: boolean;
  data: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
}

/** Everything that a step may read. Nothing in it is changed in place. */
export interface Run {
  projectId: string;
  workflow: { id: string; name: string };
  execution: {
    id: string;
    startedAt: Date;
    /** Data of the event that started it; empty for a manual start. */
    event: Record<string, unknown>;
    eventName: string | null;
    /** Variables: of a manual start, else the event's data; data of awaited events lies over both. */
    context: Record<string, unknown>;
  };
  contact: RunContact;
  /** The database's clock. */
  now: Date;
  /** Id of what is done at this step: the same on every repetition. */
  stepExecutionId: string;
}

/** The end of a wait. */
export type WaitEnd = { by: 'timer' } | { by: 'event'; event: WaitedEvent };

export interface WaitedEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
  /** ISO 8601. */
  at: string;
}
