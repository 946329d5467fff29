import { asTraceparent, currentRequest, inRequest, logFields, requestIn } from './request-context';

const requestId = '0190f5a0-0000-7000-8000-000000000001';
const projectId = '0190f5a0-0000-7000-8000-000000000002';
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

it('a log line outside of a request names none', () => {
  expect(logFields()).toEqual({});
  expect(currentRequest()).toBeUndefined();
});

it('a log line names the request, the project and the trace that it belongs to, also after a wait', async () => {
  const fields = await inRequest({ requestId, projectId, traceparent }, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return logFields();
  });
  expect(fields).toEqual({
    requestId,
    projectId,
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
  });
});

it('a log line leaves out what is not known', () => {
  expect(inRequest({ requestId, projectId: null }, logFields)).toEqual({ requestId });
});

it('two requests at once do not see each other', async () => {
  const one = inRequest({ requestId }, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return logFields();
  });
  const other = inRequest({ projectId }, async () => logFields());
  expect(await Promise.all([one, other])).toEqual([{ requestId }, { projectId }]);
});

it.each([
  ['a text', 'hello'],
  ['another version', '01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['a trace of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
  ['a line break', `${traceparent}\n`],
  ['capitals', traceparent.toUpperCase()],
  ['a list', [traceparent]],
  ['nothing', undefined],
])('%s is no traceparent', (_what, value) => {
  expect(asTraceparent(value)).toBeUndefined();
});

it('takes a traceparent as W3C Trace Context writes it', () => {
  expect(asTraceparent(traceparent)).toBe(traceparent);
});

it('takes from a payload only ids', () => {
  expect(requestIn({ requestId, projectId, data: 1 })).toEqual({ requestId, projectId });
  expect(requestIn({ requestId: 'r\n', projectId: 7 })).toEqual({ requestId: null, projectId: null });
  expect(requestIn(null)).toEqual({ requestId: null, projectId: null });
});
