import type { ProjectView } from '@waybill/contracts/accounts/project';
import type { KeyKind } from '@waybill/contracts/contacts/track';
import type { Project } from './project.entity';

/** A project, read with its keys, as it is shown: its public key in full, its secret key as a hint. */
export function toView(project: Project): ProjectView {
  const keyOf = (kind: KeyKind) => project.keys.find((key) => key.kind === kind);
  const publicKey = keyOf('public');
  return {
    id: project.id,
    name: project.name,
    public: publicKey?.shown ?? publicKey?.hint ?? '',
    secret: keyOf('secret')?.hint ?? '',
    disabled: project.disabledAt !== null,
    disabledReason: project.disabledReason,
    tracking: project.tracking,
    language: project.language,
    brand: project.brand,
    createdAt: project.createdAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
  };
}
