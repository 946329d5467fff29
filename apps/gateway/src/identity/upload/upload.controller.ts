import { Controller, Get, Header, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, FromCaller, type Caller } from '../../access/route/access';
import { readFile } from '../../edge/body/form-file';
import { Uploads } from '../../edge/body/multipart';
import { UploadService, type UploadView } from './upload.service';

const maxImageBytes = 10 * 1024 * 1024;

/** `/uploads`: images for template bodies. */
@Controller('uploads')
export class UploadController {
  constructor(private readonly uploads: UploadService) {}

  /** Form field `image`. */
  @Post('image')
  @Access('project')
  @Uploads()
  async add(@FromCaller() { projectId }: Caller, @Req() request: FastifyRequest): Promise<UploadView> {
    return this.uploads.add(projectId, await readFile(request, 'image', maxImageBytes));
  }

  /** An image never changes under its name, so it may be kept for a year; nothing in it can run or reach anything. */
  @Get(':name')
  @Access('open')
  @Header('cache-control', 'public, max-age=31536000, immutable')
  @Header('content-security-policy', "default-src 'none'; sandbox")
  @Header('cross-origin-resource-policy', 'cross-origin')
  async get(@Param('name') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const { bytes, contentType } = await this.uploads.get(name);
    void reply.header('content-type', contentType);
    return bytes;
  }
}
