import { IsOptional, IsString, Length, MaxLength, Validate } from 'class-validator';
import { EmailAddressRule } from '../wire/email-address.rule';

/** Body of `POST /auth/login`. */
export class Login {
  @Validate(EmailAddressRule)
  email: string;

  @IsString()
  @MaxLength(128)
  password: string;
}

/** Body of `POST /auth/signup`. */
export class Signup {
  @Validate(EmailAddressRule)
  email: string;

  /** 8 to 128 characters. */
  @IsString()
  @Length(8, 128)
  password: string;

  /** The token of an invitation: the account is verified at once and joins the project. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  invitation?: string;
}

/** Body of `POST /auth/verify-email`: the token from the mail. */
export class VerifyEmail {
  @IsString()
  @Length(1, 100)
  token: string;
}

/** Form of the invitation page: the token from the mail, and the password of the account or of the new one. */
export class AcceptInvitation {
  @IsString()
  @Length(1, 100)
  token: string;

  /** 8 to 128 characters. */
  @IsString()
  @Length(8, 128)
  password: string;
}

/** Body of `POST /auth/request-password-reset`. */
export class RequestPasswordReset {
  @Validate(EmailAddressRule)
  email: string;
}

/** Body of `POST /auth/request-verification`: the address, unless the caller is signed in. */
export class RequestVerification {
  @IsOptional()
  @Validate(EmailAddressRule)
  email?: string;
}

/** Body of `POST /auth/reset-password`. */
export class ResetPassword {
  @IsString()
  @Length(1, 100)
  token: string;

  /** 8 to 128 characters. */
  @IsString()
  @Length(8, 128)
  password: string;
}
