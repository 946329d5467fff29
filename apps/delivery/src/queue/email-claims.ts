import { ProviderAccounts } from '../provider/accounts/provider-accounts';
import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import { Injectable, Inject } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { Db, type Statement, type Transaction } from '@waybill/database/db';
import type { ProviderAccount } from '../provider/accounts/provider-account';
import { messageKey, MessageService } from '../ledger/message.service';
import type { OutgoingEmail } from '../outgoing/send-context';
import { idSpan } from '@waybill/database/ids';
import {
  claimByTurns,
  claimOldest,
  claimPaced,
  readClaimed,
  type ClaimRow,
  type ClaimState,
  type LedgerPart,
  type QueueRow,
} from './claim.sql';
import { type ClaimedEmail } from '../ledger/claimed-email';
import type { Lane } from '../ledger/email-state';

/** The claimed emails of a lane. */
export interface Taken {
  taken: OutgoingEmail[];
  /** True when other emails may be due and allowed now. */
  more: boolean;
  /** Milliseconds until the next claim can succeed, where that is known. */
  waitMs?: number;
}

interface Claim {
  emails: ClaimedEmail[];
  state: ClaimState;
  more: boolean;
}

/** Before every project. */
const start = '00000000-0000-0000-0000-000000000000';

/** Where the turns of a lane go on. */
interface Turn {
  /** Behind this project. */
  after: string;
  /** Since the first project no email was found. */
  inVain: boolean;
}

const firstTurn: Turn = { after: start, inVain: false };

/** Poll a token bucket at most every 25 ms. */
const minBucketPollMs = 25;
/** Check a closed account every second: another process may open it. */
const maxAccountPollMs = 1_000;

/** Claims due emails and brings their content along. */
@Injectable()
export class EmailClaims {
  /** Where the turns of a lane go on; a lane that is not here has no backlog: the oldest email first. */
  private readonly turns = new Map<Lane, Turn>();
  /** Nothing is allowed before: `performance.now()`. */
  private readonly notBefore = new Map<Lane, number>();
  /** In the order in which they are used: the next one takes over while nothing may be claimed for the one before. */
  private readonly accounts: readonly ProviderAccount[];
  /** Emails per second that one project may send; 0: as many as the provider takes. */
  private readonly projectRate: number;

  constructor(
    private readonly db: Db,
    private readonly messages: MessageService,
    @Inject(ProviderAccounts) { list }: { list: readonly ProviderAccount[] },
    @Inject(DELIVERY_CONFIG) config: Pick<DeliveryConfig, 'PROJECT_SEND_RATE_PER_SECOND'>,
  ) {
    this.accounts = list;
    this.projectRate = config.PROJECT_SEND_RATE_PER_SECOND;
  }

  /**
   * At most `count` due emails of a lane, each now claimed by this process alone. One transaction for each account that is
   * looked at, and one statement for the content where it is not in memory.
   */
  async take(lane: Lane, count: number): Promise<Taken> {
    const blocked = (this.notBefore.get(lane) ?? 0) - performance.now();
    if (blocked > 0) return { taken: [], more: false, waitMs: blocked };
    const claims: [ProviderAccount, Claim][] = [];
    const claimedAt = performance.now();
    let room = count;
    for (const account of this.accounts) {
      if (account.health.shutFor > 0) continue;
      const claim = await this.claim(account, lane, room).catch((error: unknown) => {
        // Claimed emails must be sent, or their outcome would be unknown without a call.
        if (claims.length === 0) throw error;
      });
      if (!claim) break;
      claims.push([account, claim]);
      room -= claim.emails.length;
      if (room <= 0 || !this.isTakenOver(account, claim.state)) break;
    }
    const taken = await this.outgoing(claims, claimedAt);
    return { taken, ...this.next(lane, claims) };
  }

  /**
   * Should the next account go on? Only while this one's circuit is open, an email tries whether it can be closed, or its
   * quota of 24 hours is used up: a rate per second is waited for.
   */
  private isTakenOver({ health }: ProviderAccount, { shut_why, shut_ms, trial }: ClaimState): boolean {
    if (shut_why !== null) health.shut(shut_ms ?? 0, shut_why);
    else if (!trial) health.opened();
    return shut_why !== null || trial === true;
  }

  private async claim(account: ProviderAccount, lane: Lane, count: number): Promise<Claim> {
    const { projectRate } = this;
    const values: unknown[] = [lane, count, randomUUID(), account.name];
    const turn = this.turns.get(lane) ?? (projectRate > 0 ? firstTurn : undefined);
    if (!turn) return this.afterOldest(lane, count, await this.run(claimOldest, values));
    const claim =
      projectRate > 0
        ? await this.run(claimPaced, [...values, turn.after, projectRate])
        : await this.run(claimByTurns, [...values, turn.after]);
    const ended = this.afterTurn(lane, count, turn, claim);
    // A round that ends with nothing behind its last project goes on with the first one at once.
    const isNewRound =
      ended.more && claim.emails.length === 0 && turn.after !== start && this.turns.get(lane)?.after === start;
    return isNewRound ? this.claim(account, lane, count) : ended;
  }

  /** Claims emails and reads them, or neither: the outcome of a claimed email that is not read would be unknown without a call. */
  private run(statement: Statement, values: unknown[]): Promise<Omit<Claim, 'more'>> {
    return this.db.transaction(async (tx) => {
      const rows = await tx.query<ClaimRow>(statement, values);
      const state = rows[0] as ClaimState;
      const queued = rows.filter((row): row is ClaimState & QueueRow => row.email_id !== null);
      return { state, emails: queued.length > 0 ? await readEmails(tx, queued) : [] };
    });
  }

  /** A full claim is the sign of a backlog: from then on projects take turns. */
  private afterOldest(lane: Lane, count: number, claim: Omit<Claim, 'more'>): Claim {
    const full = claim.emails.length > 0 && claim.emails.length >= limitOf(claim, count);
    if (full) this.turns.set(lane, firstTurn);
    return { ...claim, more: full };
  }

  /** The turns go on behind the last project that was served; after a whole round without any email the backlog is gone. */
  private afterTurn(lane: Lane, count: number, { after, inVain }: Turn, claim: Omit<Claim, 'more'>): Claim {
    const { emails, state } = claim;
    const limit = limitOf(claim, count);
    if (limit === 0) return { ...claim, more: false };
    const last = emails.reduce((highest, { project_id: id }) => (id > highest ? id : highest), after);
    const next = emails.length > 0 && emails.length >= limit ? last : (state.cursor ?? start);
    const fromStart = after === start || inVain;
    const isOver = emails.length === 0 && next === start && fromStart;
    if (isOver) this.turns.delete(lane);
    else this.turns.set(lane, { after: next, inVain: emails.length === 0 && fromStart });
    return { ...claim, more: !isOver };
  }

  private next(lane: Lane, claims: [ProviderAccount, Claim][]): Pick<Taken, 'more' | 'waitMs'> {
    const last = claims.at(-1)?.[1];
    const waitMs = last ? waitOf(last) : Math.min(...this.accounts.map(({ health }) => health.shutFor));
    if (waitMs > 0) this.notBefore.set(lane, performance.now() + waitMs);
    return { more: waitMs === 0 && (last?.more ?? false), waitMs: waitMs || undefined };
  }

  private async outgoing(claims: [ProviderAccount, Claim][], claimedAt: number): Promise<OutgoingEmail[]> {
    const emails = claims.flatMap(([, claim]) => claim.emails);
    if (emails.length === 0) return [];
    crashPoint('delivery.after-claim');
    const contents = await this.messages.load(emails);
    return claims.flatMap(([account, { emails: own, state }]) =>
      own.map((email) => ({
        email,
        content: contents.get(messageKey(email.project_id, email.message_id)),
        account,
        isTrial: state.trial === true,
        claimedAt,
      })),
    );
  }
}

/** The claimed emails in the order of the claim; one that is erased from the ledger meanwhile is left to the lease worker. */
async function readEmails(tx: Transaction, queued: QueueRow[]): Promise<ClaimedEmail[]> {
  const ids = queued.map((row) => row.email_id);
  const values = [queued.map((row) => row.project_id), ids, ...idSpan(ids)];
  const reading = tx.query<LedgerPart & Record<string, unknown>>(readClaimed, values);
  const [rows] = await Promise.all([reading, tx.commit()]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return queued.flatMap(({ email_id, lane, attempt, claim_token, provider, started_at }) => {
    const row = found.get(email_id);
    return row ? [{ ...row, lane, attempt, claim_token, provider, started_at }] : [];
  });
}

/** How many emails the claim could have brought. */
function limitOf({ state: { spare, day_left, shut_ms, trial } }: Pick<Claim, 'state'>, count: number): number {
  if (shut_ms !== null && shut_ms > 0) return 0;
  const most = Math.min(trial ? 1 : count, day_left ?? Infinity);
  return spare === null ? most : Math.min(most, Math.max(0, Math.floor(spare)));
}

/** Milliseconds until the account gives the next token; 0 when it still has one. */
function waitOf({ emails, state: { rate, spare, shut_ms } }: Claim): number {
  if (shut_ms !== null && shut_ms > 0) return Math.min(shut_ms, maxAccountPollMs);
  if (rate === null || spare === null || emails.length < Math.floor(spare)) return 0;
  const missing = Math.max(0, Math.floor(spare)) + 1 - spare;
  return Math.max(minBucketPollMs, (missing / rate) * 1_000);
}
