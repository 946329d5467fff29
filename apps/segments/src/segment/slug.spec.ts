import { slugOf } from './slug';

it.each([
  ['Big Spenders', 'big-spenders'],
  ['  VIP  --  2026! ', 'vip-2026'],
  ['under_score', 'under_score'],
  ['a.b*c>d', 'abcd'],
  ['Größe', 'gre'],
  ['-x-', 'x'],
  ['👍 . *', ''],
  ['日本', ''],
])('the slug of %j is %j', (name, slug) => expect(slugOf(name)).toBe(slug));
