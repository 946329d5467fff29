const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The longest files of the running system, in the order in which they begin: one that began last would keep one worker busy while
 * the others have nothing left. Jest knows how long a file takes only where it has run before.
 */
const longest = [
  ...['/dashboard/sweep.', '/floods.', '/faults/segment-removal.', '/src/faults.', '/dashboard/first-ten-minutes.'],
  ...['/dashboard/editor.', '/dashboard/bad-days.', '/faults/'],
];

/** Pure tests run first, then those that need a database, then those of the running system; long files before short ones. */
module.exports = class TestSequencer extends Sequencer {
  sort(tests) {
    const place = (test) => ['pure', 'db', 'e2e'].indexOf(test.context.config.displayName?.name);
    const rank = (test) => {
      const found = place(test) === 2 ? longest.findIndex((part) => test.path.includes(part)) : -1;
      return found === -1 ? longest.length : found;
    };
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b) || rank(a) - rank(b));
  }
};
