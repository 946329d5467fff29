export interface Answer {
  method: string;
  url: string;
  status: number;
  type: string | null;
  text: string;
}

export class AnswerCheck {
  constructor(document: object);
  errors(answer: Answer): string[];
}
