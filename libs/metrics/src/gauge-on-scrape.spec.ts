import { register } from 'prom-client';
import { gaugeOnScrape, readOnceForScrape } from './gauge-on-scrape';

const text = (name: string): Promise<string> => register.getSingleMetricAsString(name);

it('a gauge shows the values of each scrape and forgets those of the one before', async () => {
  const values = [[{ labels: { lane: 'a' }, value: 1 }], [{ labels: { lane: 'b' }, value: 2 }]];
  gaugeOnScrape({ name: 'test_lanes', help: 'Lanes.', labelNames: ['lane'], read: () => values.shift() ?? null });
  expect(await text('test_lanes')).toContain('test_lanes{lane="a"} 1');
  const second = await text('test_lanes');
  expect(second).toContain('test_lanes{lane="b"} 2');
  expect(second).not.toContain('lane="a"');
});

it('a gauge whose value cannot be known shows none, not zero', async () => {
  gaugeOnScrape({ name: 'test_lost', help: 'Lost.', labelNames: ['lane'], read: () => null });
  gaugeOnScrape({ name: 'test_alone', help: 'Alone.', read: () => null });
  expect(await text('test_lost')).not.toMatch(/^test_lost/m);
  expect(await text('test_alone')).toContain('test_alone Nan');
});

it('gauges of one scrape share one read, and a read that fails is null', async () => {
  let reads = 0;
  const read = readOnceForScrape(async () => {
    reads += 1;
    return 'seen';
  });
  expect(await Promise.all([read(), read(), read()])).toEqual(['seen', 'seen', 'seen']);
  expect(reads).toBe(1);
  expect(await readOnceForScrape(() => Promise.reject(new Error('away')))()).toBeNull();
});
