/**
 * The environment of black-box tests: Node's, and `answerErrors`, which compares an answer with docs/openapi.json. The compiled
 * schemas stand outside of the sandbox of a test file, so that the files of a worker share them.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const { AnswerCheck } = require('./answer-check.cjs');

let check;

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    check ??= new AnswerCheck(JSON.parse(readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8')));
    this.global.answerErrors = (answer) => check.errors(answer);
  }
};
