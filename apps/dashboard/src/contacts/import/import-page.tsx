import { Button, FileInput, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/client';
import { formatBytes } from '../../parts/format/format';
import { JobProgress } from '../../parts/job/job';
import { ButtonLink, ScreenLink } from '../../parts/link/screen-link';
import { Notice } from '../../parts/notice/notice';
import { Page, Section } from '../../parts/page/page';
import { Problem } from '../../parts/problem/problem';
import { useProject } from '../../session/project';
import { importQuery, startImport, type NewImport } from '../contact.queries';
import { apiMapping, guessMapping, mappingProblem, readCsv, type CsvFile, type Mapping } from './import-mapping';
import { ImportCounts } from './import-result';
import { MappingTable } from './mapping-table';
import { Steps } from './steps';
import { i18n } from '../../text/i18n';

type ImportResult = Schema<'ImportResult'>;

/** The largest file that the API takes. */
const maxBytes = 5 * 1024 * 1024;
const steps = [i18n.t('File'), i18n.t('Columns'), i18n.t('Dry run'), i18n.t('Import'), i18n.t('Result')] as const;

interface Chosen {
  file: File;
  csv: CsvFile;
}

/** Where the wizard is. Everything that is needed for the way back stays. */
interface Wizard {
  step: number;
  chosen?: Chosen;
  mapping?: Mapping;
  trialId?: string;
  importId?: string;
}

/** `P/contacts/import`: a file, the fields of its columns, a dry run, the progress, the result. */
export default function ImportPage() {
  const [wizard, setWizard] = useState<Wizard>({ step: 0 });
  const { step, chosen, mapping, trialId, importId } = wizard;
  const to = (part: Partial<Wizard>): void => setWizard((before) => ({ ...before, ...part }));
  return (
    <Page title={i18n.t('Import contacts')} above={<ScreenLink to="/contacts">{i18n.t('Contacts')}</ScreenLink>}>
      <Steps names={steps} current={step} />
      {step === 0 && (
        <FileStep
          onChosen={(next) => to({ step: 1, chosen: next, mapping: guessMapping(next.csv), trialId: undefined })}
        />
      )}
      {step === 1 && chosen && mapping && (
        <ColumnsStep
          chosen={chosen}
          mapping={mapping}
          onChange={(next) => to({ mapping: next })}
          onBack={() => to({ step: 0 })}
          onTried={(jobId) => to({ step: 2, trialId: jobId })}
        />
      )}
      {step === 2 && chosen && mapping && trialId && (
        <TrialStep
          jobId={trialId}
          wanted={importOf(chosen, mapping, false)}
          onBack={() => to({ step: 1 })}
          onStarted={(jobId) => to({ step: 3, importId: jobId })}
        />
      )}
      {step >= 3 && importId && (
        <ImportStep jobId={importId} onDone={() => to({ step: 4 })} onAgain={() => setWizard({ step: 0 })} />
      )}
    </Page>
  );
}

const importOf = ({ file, csv }: Chosen, mapping: Mapping, dryRun: boolean): NewImport => ({
  file,
  name: file.name,
  mapping: apiMapping(mapping, csv.columns),
  dryRun,
});

function FileStep({ onChosen }: { onChosen: (chosen: Chosen) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File | null): Promise<void> => {
    setProblem(null);
    if (!file) return;
    if (file.size > maxBytes)
      return setProblem(i18n.t('The file has {size}; at most 5 MB can be imported.', { size: formatBytes(file.size) }));
    const csv = readCsv(await file.text());
    if (csv.columns.length === 0 || csv.sample.length === 0) return setProblem(i18n.t('The file has no rows.'));
    onChosen({ file, csv });
  };
  return (
    <Section title={i18n.t('The file')}>
      <FileInput
        label={i18n.t('CSV file')}
        description={i18n.t('At most 5 MB and 100,000 rows; the first row names the columns')}
        placeholder={i18n.t('Choose a file')}
        accept=".csv,.tsv,.txt,text/csv"
        error={problem}
        onChange={(file) => void choose(file)}
      />
    </Section>
  );
}

interface ColumnsStepProps {
  chosen: Chosen;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  onBack: () => void;
  onTried: (jobId: string) => void;
}

function ColumnsStep({ chosen, mapping, onChange, onBack, onTried }: ColumnsStepProps) {
  const project = useProject();
  const start = useMutation({
    mutationFn: () => startImport(project, importOf(chosen, mapping, true)),
    onSuccess: (job) => onTried(job.jobId),
  });
  const problem = mappingProblem(mapping, chosen.csv.columns);
  return (
    <Section title={i18n.t('The columns of {name}', { name: chosen.file.name })}>
      {start.error && <Problem error={start.error} />}
      <MappingTable csv={chosen.csv} mapping={mapping} onChange={onChange} />
      <Group mt={16} gap={12}>
        <Button disabled={problem !== null} loading={start.isPending} onClick={() => start.mutate()}>
          {i18n.t('Try the import')}
        </Button>
        <Button variant="default" onClick={onBack}>
          {i18n.t('Another file')}
        </Button>
        <span role="status">{problem ?? i18n.t('Nothing is written yet.')}</span>
      </Group>
    </Section>
  );
}

interface TrialStepProps {
  jobId: string;
  wanted: NewImport;
  onBack: () => void;
  onStarted: (jobId: string) => void;
}

function TrialStep({ jobId, wanted, onBack, onStarted }: TrialStepProps) {
  const project = useProject();
  const start = useMutation({
    mutationFn: () => startImport(project, wanted),
    onSuccess: (job) => onStarted(job.jobId),
  });
  return (
    <Section title={i18n.t('What the import would do')}>
      {start.error && <Problem error={start.error} />}
      <JobProgress label={i18n.t('Reading the file')} query={importQuery(project, jobId)} onDone={() => undefined}>
        {(job) => {
          const result = job.result as ImportResult;
          const count = result.successCount - result.unchangedCount;
          return (
            <>
              <ImportCounts result={result} />
              <Group mt={16} gap={8}>
                <Button disabled={count === 0} loading={start.isPending} onClick={() => start.mutate()}>
                  {i18n.t('Import {count, plural, one {# contact} other {# contacts}}', { count })}
                </Button>
                {count === 0 && <span role="status">{i18n.t('There is nothing to import.')}</span>}
              </Group>
            </>
          );
        }}
      </JobProgress>
      <Group mt={16}>
        <Button variant="default" onClick={onBack}>
          {i18n.t('Back to the columns')}
        </Button>
      </Group>
    </Section>
  );
}

interface ImportStepProps {
  jobId: string;
  onDone: () => void;
  onAgain: () => void;
}

function ImportStep({ jobId, onDone, onAgain }: ImportStepProps) {
  const project = useProject();
  const queryClient = useQueryClient();
  const done = (): void => {
    void queryClient.invalidateQueries({ queryKey: [project.id, 'contacts'] });
    onDone();
  };
  return (
    <Section title={i18n.t('The import')}>
      <JobProgress label={i18n.t('Importing')} query={importQuery(project, jobId)} onDone={done}>
        {(job) => {
          const result = job.result as ImportResult;
          return (
            <>
              <Notice
                tone="good"
                title={i18n.t('{successCount, plural, one {# contact} other {# contacts}} imported.', {
                  successCount: result.successCount - result.unchangedCount,
                })}
              />
              <ImportCounts result={result} />
              <Group mt={16} gap={8}>
                <ButtonLink to="/contacts">{i18n.t('To the contacts')}</ButtonLink>
                <Button variant="default" onClick={onAgain}>
                  {i18n.t('Import another file')}
                </Button>
              </Group>
            </>
          );
        }}
      </JobProgress>
    </Section>
  );
}
