import { problem, type StepKind } from './step-kind';

const maxTimeoutSeconds = 31_536_000;

/** Waits for an event of the contact: `{eventName, timeout?}`, the timeout in seconds; without one it waits for ever. */
export const waitForEventStep: StepKind = {
  type: 'WAIT_FOR_EVENT',
  problems({ eventName, timeout }) {
    const problems = [];
    if (eventName === undefined || eventName === null) problems.push(problem('eventName', 'required', 'is required'));
    else if (typeof eventName !== 'string') problems.push(problem('eventName', 'invalid_type', 'must be a string'));
    else if (eventName.trim() === '') problems.push(problem('eventName', 'too_small', 'must not be blank'));
    else if (eventName.length > 200) problems.push(problem('eventName', 'too_big', 'must be at most 200 characters'));
    if (timeout === undefined || timeout === null) return problems;
    if (typeof timeout !== 'number') problems.push(problem('timeout', 'invalid_type', 'must be a number of seconds'));
    else if (!(timeout > 0)) problems.push(problem('timeout', 'too_small', 'must be more than 0 seconds'));
    else if (timeout > maxTimeoutSeconds)
      problems.push(problem('timeout', 'too_big', `must be at most ${maxTimeoutSeconds} seconds, a year`));
    return problems;
  },
  branches: ({ config }) => ({
    names: typeof config.timeout === 'number' ? ['event', 'timeout'] : ['event'],
    plain: true,
  }),
  refs: ({ config }) => [`event:${String(config.eventName)}`],
  begin({ config }, { now }) {
    const seconds = typeof config.timeout === 'number' ? config.timeout : null;
    const until = seconds === null ? null : new Date(Math.ceil(now.getTime() + seconds * 1_000));
    const eventName = String(config.eventName);
    return { kind: 'wait', until, eventName, output: { eventName, waitsUntil: until?.toISOString() ?? null } };
  },
  resume({ config }, _run, end) {
    if (end.by === 'timer') {
      const output = { waitOutcome: 'TIMEOUT', timedOut: true, eventName: config.eventName };
      return { kind: 'done', branch: 'timeout', output };
    }
    const { name, data, at } = end.event;
    const output = { waitOutcome: 'EVENT', eventReceived: true, eventName: name, eventData: data, receivedAt: at };
    return { kind: 'done', branch: 'event', output, context: data };
  },
};
