import { problem, type StepKind } from './step-kind';

/** Ends the execution: `{reason?}`. */
export const exitStep: StepKind = {
  type: 'EXIT',
  problems({ reason }) {
    if (reason === undefined || reason === null) return [];
    if (typeof reason !== 'string') return [problem('reason', 'invalid_type', 'must be a string')];
    return reason.length > 200 ? [problem('reason', 'too_big', 'must be at most 200 characters')] : [];
  },
  branches: () => 'none',
  refs: () => [],
  begin({ config }) {
    const reason = typeof config.reason === 'string' && config.reason !== '' ? config.reason : 'exit_step';
    return { kind: 'exit', reason, output: { exited: true, reason } };
  },
};
