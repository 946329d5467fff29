import { IsBoolean, IsOptional, IsString, Matches } from 'class-validator';

/** 1 to 100 printable characters that begin and end with one to see: no control, format or separator characters. */
const projectName = /^(?=.{1,100}$)[^\p{C}\p{Z}](?:(?:[^\p{C}\p{Z}]| )*[^\p{C}\p{Z}])?$/u;

/** Body of `POST /users/@me/projects`. */
export class CreateProject {
  @IsString()
  @Matches(projectName, { message: '$property must be 1 to 100 printable characters' })
  name: string;
}

/** Body of `PATCH /users/@me/projects/{id}`: what is left out stays. */
export class UpdateProject {
  @IsOptional()
  @IsString()
  @Matches(projectName, { message: '$property must be 1 to 100 printable characters' })
  name?: string;

  /** Whether opens and clicks are recorded unless a message says otherwise. */
  @IsOptional()
  @IsBoolean()
  tracking?: boolean;

  /** Language of the pages that recipients see: `xx` or `xx-YY`. */
  @IsOptional()
  @IsString()
  @Matches(/^[a-z]{2}(-[A-Z]{2})?$/, { message: '$property must be a language like en or pt-BR' })
  language?: string;
}

/** A project. The secret key is shown in full only when it is made, else as its prefix and last four characters. */
export interface ProjectView {
  id: string;
  name: string;
  public: string;
  secret: string;
  disabled: boolean;
  disabledReason: string | null;
  tracking: boolean;
  language: string;
  createdAt: string;
  updatedAt: string;
}

/** Answer of `GET /projects/{id}`, and an item of `GET /projects`. */
export interface ProjectSummary {
  id: string;
  name: string;
  /** The verified domain that was added first; null while there is none. */
  defaultSenderDomain: string | null;
  createdAt: string;
}
