const { default: Sequencer } = require('@jest/test-sequencer');

/** Pure tests run first, then those that need a database, then those of the running system; long files before short ones. */
module.exports = class TestSequencer extends Sequencer {
  sort(tests) {
    const place = (test) => ['pure', 'db', 'e2e'].indexOf(test.context.config.displayName?.name);
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b));
  }
};
