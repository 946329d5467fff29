/** The content that all recipients of one request share: templates until each recipient's rendering. */
export interface MessageContent {
  projectId: string;
  id: string;
  subject: string;
  html: string;
  /** The text part; null: it is made from the HTML. */
  text: string | null;
  headers: Record<string, string>;
  /** As the request says; null leaves it to the project. */
  tracking: boolean | null;
  /** Has the footer and the one-click headers. */
  marketing: boolean;
  attachments: MessageAttachment[];
}

export interface MessageAttachment {
  filename: string;
  contentType: string;
  contentId: string | null;
  disposition: 'attachment' | 'inline';
  content: Buffer;
}

/** About how many bytes the content takes in memory. */
export function contentWeight(content: MessageContent): number {
  const files = content.attachments.reduce((sum, file) => sum + file.content.byteLength, 0);
  return 1_024 + 2 * (content.subject.length + content.html.length + (content.text?.length ?? 0)) + files;
}
