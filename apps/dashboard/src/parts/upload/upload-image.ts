import { bodyOf } from '../../api/client';
import type { Project } from '../../session/project';

/** The kinds of pictures that the API takes; it goes by their content. */
export const imageTypes = 'image/png,image/jpeg,image/webp,image/gif';

/** Stores a picture of the project and answers its address, which anyone can read. Rejects with the reason of a refusal. */
export async function uploadImage({ api }: Project, file: File): Promise<string> {
  const form = new FormData();
  form.append('image', file);
  const { url } = await bodyOf(api.POST('/uploads/image', { body: { image: '' }, bodySerializer: () => form }));
  return url;
}
