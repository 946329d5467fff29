import { Controller, Get } from '@nestjs/common';
import { Access, FromAccount, type Account } from '../../access/route/access.decorator';
import { UserService, type UserView } from './user.service';

/** `/users/@me`: the signed-in user. */
@Controller('users/@me')
@Access('session')
export class UserController {
  constructor(private readonly users: UserService) {}

  @Get()
  me(@FromAccount() account: Account): Promise<UserView> {
    return this.users.get(account);
  }
}
