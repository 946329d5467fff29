/** Jest reporter: the last line of a test run says how many tests ran. */
module.exports = class TestSummary {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const line = `${skipped} skipped\n${results.numPassedTests} passed, ${failed} failed\n`;
    // Jest's own summary is printed after this call.
    process.once('exit', () => process.stdout.write(line));
  }
};
