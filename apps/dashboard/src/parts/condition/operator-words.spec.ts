import german from '../../text/catalog/de.json';
import { operatorsOf } from './condition-draft';
import { operatorWords, unitChoices } from './operator-words';

const fields = ['email', 'subscribed', 'createdAt', 'event.seen', 'email.opened', 'segment.1', 'data.plan'];
const operators = [...new Set(fields.flatMap(operatorsOf))];

describe('the words of an operator', () => {
  it('are the words of its name in English', () => {
    const inWords = operators.map((name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
    expect(operators.map(operatorWords)).toEqual(inWords);
  });

  it('are translated for every operator of every field', () => {
    expect(operators.filter((name) => !Object.hasOwn(german, operatorWords(name)))).toEqual([]);
  });

  it('are the value of the API for an operator that this version does not know', () => {
    expect(operatorWords('soundsLike')).toBe('soundsLike');
  });
});

describe('the units of a filter', () => {
  it('are shown in English as the API writes them', () => {
    expect(unitChoices.map(({ label }) => label)).toEqual(unitChoices.map(({ value }) => value));
  });
});
