/** The content that all recipients of one request share: templates until each recipient's rendering. */
export interface MessageContent {
  projectId: string;
  id: string;
  subject: string;
  /** Mailboxes show it behind the subject; null: they show the first words of the body. */
  previewText: string | null;
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
  const { subject, previewText, html, text } = content;
  const length = subject.length + (previewText?.length ?? 0) + html.length + (text?.length ?? 0);
  return 1_024 + 2 * length + files;
}
