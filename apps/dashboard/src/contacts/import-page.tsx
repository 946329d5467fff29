import { Button, FileInput, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../api/client';
import { countOf, formatBytes, formatNumber } from '../parts/format/format';
import { Figure, Figures } from '../parts/figure/figure';
import { JobProgress } from '../parts/job/job';
import { ButtonLink, ScreenLink } from '../parts/link/screen-link';
import { Notice } from '../parts/notice/notice';
import { Page, Section } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { useProject } from '../session/project';
import { importQuery, startImport } from './contact.queries';
import { MappingTable } from './mapping-table';
import { guessMapping, mappingProblem, readCsv, withMapping, type CsvFile, type Mapping } from './import-mapping';

/** The largest file that the API takes. */
const maxBytes = 5 * 1024 * 1024;

interface Chosen {
  name: string;
  text: string;
  csv: CsvFile;
}

/** `P/contacts/import`: a file, the mapping of its columns, the progress, the result. */
export default function ImportPage() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const choose = async (file: File | null): Promise<void> => {
    setChosen(null);
    setProblem(null);
    if (!file) return;
    if (file.size > maxBytes)
      return setProblem(`The file has ${formatBytes(file.size)}; at most 5 MB can be imported.`);
    const text = await file.text();
    const csv = readCsv(text);
    if (csv.columns.length === 0 || csv.sample.length === 0) return setProblem('The file has no rows.');
    setChosen({ name: file.name, text, csv });
  };
  return (
    <Page title="Import contacts" above={<ScreenLink to="/contacts">Contacts</ScreenLink>}>
      {jobId ? (
        <Result jobId={jobId} onAgain={() => setJobId(null)} />
      ) : (
        <>
          <Section title="1. The file">
            <FileInput
              label="CSV file"
              description="At most 5 MB and 100,000 rows; the first row names the columns"
              placeholder="Choose a file"
              accept=".csv,.tsv,.txt,text/csv"
              error={problem}
              onChange={(file) => void choose(file)}
            />
          </Section>
          {chosen && <MappingForm key={chosen.name} chosen={chosen} onStarted={setJobId} />}
        </>
      )}
    </Page>
  );
}

function MappingForm({
  chosen: { name, text, csv },
  onStarted,
}: {
  chosen: Chosen;
  onStarted: (jobId: string) => void;
}) {
  const project = useProject();
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(csv));
  const start = useMutation({
    mutationFn: () => startImport(project, new Blob([withMapping(text, csv, mapping)], { type: 'text/csv' }), name),
    onSuccess: (job) => onStarted(job.jobId),
  });
  const problem = mappingProblem(mapping);
  return (
    <Section title="2. Its columns">
      {start.error && <Problem error={start.error} />}
      <MappingTable csv={csv} mapping={mapping} onChange={setMapping} />
      <Group mt={16} gap={12}>
        <Button disabled={problem !== null} loading={start.isPending} onClick={() => start.mutate()}>
          Import the contacts
        </Button>
        {problem && <span role="status">{problem}</span>}
      </Group>
    </Section>
  );
}

function Result({ jobId, onAgain }: { jobId: string; onAgain: () => void }) {
  const project = useProject();
  const queryClient = useQueryClient();
  return (
    <Section title="3. The import">
      <JobProgress
        label="Importing"
        query={importQuery(project, jobId)}
        onDone={() => void queryClient.invalidateQueries({ queryKey: [project.id, 'contacts'] })}
      >
        {({ result }) => {
          const done = result as Schema<'ImportResult'>;
          return (
            <>
              <Figures label="Result of the import">
                <Figure name="New" value={formatNumber(done.createdCount)} />
                <Figure name="Changed" value={formatNumber(done.updatedCount)} />
                <Figure name="Twice in the file" value={formatNumber(done.duplicateCount)} />
                <Figure name="Refused" value={formatNumber(done.failureCount)} />
              </Figures>
              {done.similarFields.map(({ column, field }) => (
                <Notice
                  key={column}
                  tone="watch"
                  title={`The column ${column} made a field of its own; contacts also have ${field}.`}
                />
              ))}
              {done.errors.length > 0 && <Refused errors={done.errors} />}
              <Group mt={16} gap={8}>
                <ButtonLink to="/contacts">To the contacts</ButtonLink>
                <Button variant="default" onClick={onAgain}>
                  Import another file
                </Button>
              </Group>
            </>
          );
        }}
      </JobProgress>
    </Section>
  );
}

function Refused({ errors }: { errors: readonly Schema<'ImportError'>[] }) {
  const download = (): void => {
    const cell = (value: string | number | null): string => `"${String(value ?? '').replaceAll('"', '""')}"`;
    const lines = errors.map(({ row, line, email, error }) => [row, line, email, error].map(cell).join(','));
    const url = URL.createObjectURL(new Blob([['row,line,email,error', ...lines].join('\r\n')], { type: 'text/csv' }));
    Object.assign(document.createElement('a'), { href: url, download: 'refused-rows.csv' }).click();
    URL.revokeObjectURL(url);
  };
  return (
    <Notice
      tone="watch"
      title={`${countOf(errors.length, 'row')} could not be imported.`}
      action={
        <Button variant="default" size="xs" leftSection={<Download size={14} aria-hidden />} onClick={download}>
          Download them
        </Button>
      }
    >
      <ul>
        {errors.slice(0, 5).map(({ row, email, error }) => (
          <li key={row}>
            Row {formatNumber(row)}, {email ?? 'no address'}: {error}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
