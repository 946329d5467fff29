import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** Query of a cursor list. */
export class PageQuery {
  /** Items per page, 1 to 100. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  /** The `cursor` of the previous page. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;
}

/** A cursor list: `total` is counted on the first page only and is 0 on later ones. */
export class Page<T> {
  data: T[];
  cursor?: string;
  hasMore: boolean;
  total: number;
}
