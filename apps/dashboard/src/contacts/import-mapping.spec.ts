import { guessMapping, mappingProblem, readCsv, withMapping } from './import-mapping';

const csv =
  '\ufeffE-Mail,First name,"No, thanks",Opt-in\r\nada@example.com,Ada,"a ""b""\nc",yes\r\nbob@example.com,Bob,,no\r\n';

describe('the mapping of an import', () => {
  it('reads the columns and the first rows', () => {
    expect(readCsv(csv)).toEqual({
      columns: ['E-Mail', 'First name', 'No, thanks', 'Opt-in'],
      sample: [
        ['ada@example.com', 'Ada', 'a "b"\nc', 'yes'],
        ['bob@example.com', 'Bob', '', 'no'],
      ],
      separator: ',',
    });
    expect(readCsv('email;plan\na@b.example;pro').separator).toBe(';');
  });

  it('guesses the email by its name, else by its values', () => {
    expect(guessMapping(readCsv(csv))).toEqual(['email', 'First name', 'No, thanks', 'subscribed']);
    expect(guessMapping(readCsv('who,plan\na@b.example,pro\n'))).toEqual(['email', 'plan']);
  });

  it('says what keeps it from being imported', () => {
    expect(mappingProblem([null, 'plan'])).toMatch(/email/);
    expect(mappingProblem(['email', 'plan', 'plan'])).toMatch(/plan/);
    expect(mappingProblem(['email', null, null])).toBeNull();
  });

  it('changes the head of the file alone', () => {
    const file = readCsv(csv);
    expect(withMapping(csv, file, ['email', 'firstName', null, 'subscribed'])).toBe(
      '"email","firstName",,"subscribed"\nada@example.com,Ada,"a ""b""\nc",yes\r\nbob@example.com,Bob,,no\r\n',
    );
  });
});
