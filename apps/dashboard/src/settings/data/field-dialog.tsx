import { Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDisclosure } from '@mantine/hooks';
import { Button } from '@mantine/core';
import { Confirm } from '../../parts/confirm/confirm';
import { countOf } from '../../parts/format/format';
import { ScreenLink } from '../../parts/link/screen-link';
import { Loaded } from '../../parts/loaded/loaded';
import { sayDone } from '../../parts/toast/toast';
import type { Schema } from '../../api/client';
import { useProject } from '../../session/project';
import { deleteField, fieldsQuery, fieldUsageQuery } from './field.queries';

type Usage = Schema<'FieldUsage'>;

/** Where a field is used, and its deletion where it is used nowhere. */
export function FieldDialog({ field, onClose }: { field: string; onClose: () => void }) {
  const project = useProject();
  const query = useQuery(fieldUsageQuery(project, field));
  return (
    <Modal opened onClose={onClose} title={`Field ${field}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Loaded query={query}>{(usage) => <UsageOf field={field} usage={usage} onClose={onClose} />}</Loaded>
    </Modal>
  );
}

function UsageOf({ field, usage, onClose }: { field: string; usage: Usage; onClose: () => void }) {
  const { usedInSegments, usedInCampaigns, usedInWorkflows, contactCount, canDelete } = usage;
  const project = useProject();
  const queryClient = useQueryClient();
  const [isAsked, dialog] = useDisclosure();
  const deleted = (): void => {
    sayDone(`The field ${field} is deleted.`);
    void queryClient.invalidateQueries(fieldsQuery(project));
    onClose();
  };
  return (
    <>
      <p style={{ marginTop: 0 }}>{countOf(contactCount, 'contact has', 'contacts have')} a value.</p>
      <Uses name="Segments" path="/segments" uses={usedInSegments} />
      <Uses name="Campaigns" path="/campaigns" uses={usedInCampaigns} />
      <Uses name="Workflows" path="/workflows" uses={usedInWorkflows} />
      {canDelete ? (
        <Button variant="outline" color="red" onClick={dialog.open}>
          Delete the field
        </Button>
      ) : (
        <p>A field that is used is not deleted: take it out of what is listed here first.</p>
      )}
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={`Delete the field ${field}?`}
        action={`Delete it from ${countOf(contactCount, 'contact')}`}
        run={() => deleteField(project, field)}
        onDone={deleted}
      >
        <p>Its values are deleted and cannot be brought back.</p>
      </Confirm>
    </>
  );
}

function Uses({ name, path, uses }: { name: string; path: string; uses: readonly { id: string; name: string }[] }) {
  if (uses.length === 0) return null;
  return (
    <>
      <h3>{name}</h3>
      <ul>
        {uses.map(({ id, name: use }) => (
          <li key={id}>
            <ScreenLink to={`${path}/${id}`}>{use}</ScreenLink>
          </li>
        ))}
      </ul>
    </>
  );
}
