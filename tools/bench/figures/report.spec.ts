import { report } from './report';
import { atLeast, below, exactly, judged } from './result';

const machine = { cores: 2, model: 'A CPU', memoryGb: 8, kernel: '6.1', node: 'v24.0.0' };

describe('the report', () => {
  it('says beside each row which goal was missed, and counts them', () => {
    const figures = { 'req/s': 3000, 'p99 ms': 12.5 };
    const goals = [atLeast('req/s', 3000, 3500), below('p99 ms', 12.5, 40)];
    const text = report([{ case: 'track', variant: '32 connections', figures, goals }], machine);
    expect(text).toContain('2 cores, A CPU, 8 GB');
    expect(text).toContain('track  32 connections  req/s 3,000  p99 ms 12.5  [missed: req/s >= 3500]');
    expect(text).toContain('1 of 2 goals met, 1 missed, 0 open');
  });

  it('shows where the time went, and what other programs took', () => {
    const usage = { cpu: { gateway: 80, load: 20 }, others: 7, withheld: 3, resident: { gateway: 100 * 2 ** 20 } };
    const text = report([{ case: 'track', variant: '', figures: {}, goals: [], usage }], machine);
    expect(text).toContain('cpu: gateway 80 % 100 MB, load 20 %; other programs 7 %, withheld by the host 3 %');
  });

  it('holds nothing against the system that was measured on a busy machine, and praises it for nothing it did not do', () => {
    const usage = { cpu: {}, others: 25, withheld: 10, resident: {} };
    const goals = judged([atLeast('req/s', 3000, 3500), below('p99 ms', 12, 40), exactly('lost', 1, 0)], usage);
    const text = report([{ case: 'track', variant: '', figures: {}, goals, usage }], machine);
    expect(text).toContain('[missed: lost = 0]  [open, the machine was busy: req/s >= 3500]');
    expect(text).toContain('1 of 3 goals met, 1 missed, 1 open');
    expect(judged(goals, { ...usage, others: 0 })).toEqual(goals);
  });
});
