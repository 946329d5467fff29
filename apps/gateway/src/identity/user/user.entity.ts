import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user account. Its password and its sign-ups are read and written in SQL only: see `AccountStore`. */
@Entity({ schema: 'identity', name: 'user', synchronize: false })
export class User {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  email: string;
}
