import type { List, Page, Waybill } from '@waybill/sdk/index';
import { z } from 'zod';

/** One tool that an assistant may call. */
export interface Tool {
  name: string;
  description: string;
  input: z.ZodRawShape;
  /** Does it send or change? Such tools are offered with `--write` alone. */
  writes: boolean;
  run(waybill: Waybill, input: never): Promise<unknown>;
}

type Input<S extends z.ZodRawShape> = z.infer<z.ZodObject<S>>;

type Run<S extends z.ZodRawShape> = (waybill: Waybill, input: Input<S>) => Promise<unknown>;

/** A tool that only reads. */
export const reads = <S extends z.ZodRawShape>(name: string, description: string, input: S, run: Run<S>): Tool => ({
  ...{ name, description, input, run },
  writes: false,
});

/** A tool that sends or changes. */
export const writes = <S extends z.ZodRawShape>(name: string, description: string, input: S, run: Run<S>): Tool => ({
  ...{ name, description, input, run },
  writes: true,
});

/** Inputs of every list. */
export const paging = {
  limit: z.number().int().min(1).max(100).optional().describe('Items of the page; 20 unless given.'),
  cursor: z.string().max(500).optional().describe('Begins the next page: the cursor of the one before.'),
};

/** Items that a page has unless the assistant says otherwise. */
export const defaultLimit = 20;

export const id = z.string().min(1).max(100);
export const emailAddress = z.string().min(3).max(320);

/** The page of a list that the inputs name. */
export const pageOf = <T>(list: List<T>, { cursor }: { cursor?: string }): Promise<Page<T>> => list.page(cursor);
