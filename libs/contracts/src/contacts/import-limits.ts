/** Limits of an import. */
export const importLimits = { bytes: 5 * 1024 * 1024, rows: 100_000, columns: 200 } as const;
