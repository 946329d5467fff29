const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { DefaultReporter } = require('@jest/reporters');

/** Lines of a service's log that are shown with a failed file. */
const shownLines = 40;

/** Prints a line per test file; what a file printed, and the end of the logs of its services, only where a test failed. */
module.exports = class TestReporter extends DefaultReporter {
  printTestFileHeader(testPath, config, result) {
    const failed = result.numFailingTests > 0 || result.testExecError !== undefined;
    super.printTestFileHeader(testPath, config, failed ? result : { ...result, console: undefined });
    if (failed) for (const log of usedLogs(testPath)) this.log(log);
  }
};

/** The end of each log that services wrote for a test file. */
function usedLogs(testPath) {
  const list = join(process.env.WAYBILL_TEST_FOLDER ?? '', 'used-logs.jsonl');
  if (!process.env.WAYBILL_TEST_FOLDER || !existsSync(list)) return [];
  const lines = readFileSync(list, 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .filter((used) => used.test === testPath && existsSync(used.log))
    .map(({ service, log, from }) => {
      const text = readFileSync(log).subarray(from).toString('utf8').trimEnd().split('\n');
      return `\nthe end of the log of ${service}:\n${text.slice(-shownLines).join('\n')}\n`;
    });
}
