import { apiMapping, guessMapping, mappingProblem, readCsv } from './import-mapping';

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
    });
    expect(readCsv('email;plan\na@b.example;pro').columns).toEqual(['email', 'plan']);
  });

  it('guesses the email by its name, else by its values', () => {
    expect(guessMapping(readCsv(csv))).toEqual(['email', 'First name', 'No, thanks', 'subscribed']);
    expect(guessMapping(readCsv('who,plan\na@b.example,pro\n'))).toEqual(['email', 'plan']);
  });

  it('takes the columns of an export for the fields that they are', () => {
    const file = readCsv('email,subscribed,data.plan\na@b.example,true,pro');
    expect(guessMapping(file)).toEqual(['email', 'subscribed', 'plan']);
  });

  it('says what keeps it from being imported', () => {
    const columns = ['mail', 'a', 'b'];
    expect(mappingProblem([null, 'plan', null], columns)).toMatch(/email/);
    expect(mappingProblem(['email', 'plan', 'plan'], columns)).toMatch(/plan/);
    expect(mappingProblem(['email', 'plan', 'n'], ['mail', 'a', 'a'])).toMatch(/named a/);
    expect(mappingProblem(['email', null, null], columns)).toBeNull();
  });

  it('gives the API the field of every named column', () => {
    const columns = ['E-Mail', 'Opt-in', 'Vorname', 'Notes', ''];
    expect(apiMapping(['email', 'subscribed', 'firstName', null, null], columns)).toEqual({
      ...{ 'E-Mail': 'email', 'Opt-in': 'subscribed', Vorname: 'data.firstName', Notes: 'ignore' },
    });
  });
});
