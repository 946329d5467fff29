import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import type { Schema } from '../../api/client';
import { Figure, Figures } from '../../parts/figure/figure';
import { countOf, formatNumber } from '../../parts/format/format';
import { Notice } from '../../parts/notice/notice';
import { saveFile } from '../../parts/save-file/save-file';

/** The counts of an import or of its dry run, with what needs a look. */
export function ImportCounts({ result }: { result: Schema<'ImportResult'> }) {
  const { createdCount, updatedCount, unchangedCount, duplicateCount, failureCount, errors, similarFields } = result;
  return (
    <>
      <Figures label={result.dryRun ? 'Result of the dry run' : 'Result of the import'}>
        <Figure name="New" value={formatNumber(createdCount)} />
        <Figure name="Changed" value={formatNumber(updatedCount - unchangedCount)} />
        <Figure name="Unchanged" value={formatNumber(unchangedCount)} />
        <Figure name="Twice in the file" value={formatNumber(duplicateCount)} />
        <Figure name="Refused" value={formatNumber(failureCount)} />
      </Figures>
      {similarFields.map(({ column, field }) => (
        <Notice
          key={`${column} ${field}`}
          tone="watch"
          title={`The column ${column} makes a field of its own; contacts also have ${field}.`}
        />
      ))}
      {errors.length > 0 && <Refused errors={errors} count={failureCount} />}
    </>
  );
}

interface RefusedProps {
  errors: readonly Schema<'ImportError'>[];
  /** All of them; the API keeps the first 1,000. */
  count: number;
}

function Refused({ errors, count }: RefusedProps) {
  const download = (): void => {
    const cell = (value: string | number | null): string => `"${String(value ?? '').replaceAll('"', '""')}"`;
    const lines = errors.map(({ row, line, email, error }) => [row, line, email, error].map(cell).join(','));
    saveFile(new Blob([['row,line,email,error', ...lines].join('\r\n')], { type: 'text/csv' }), 'refused-rows.csv');
  };
  const words = errors.length < count ? `Download the first ${formatNumber(errors.length)}` : 'Download them';
  return (
    <Notice
      tone="watch"
      title={`${countOf(count, 'row')} cannot be imported.`}
      action={
        <Button variant="default" size="xs" leftSection={<Download size={14} aria-hidden />} onClick={download}>
          {words}
        </Button>
      }
    >
      <ul>
        {errors.slice(0, 5).map(({ row, line, email, error }) => (
          <li key={row}>
            Line {formatNumber(line)}, {email || 'no address'}: {error}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
