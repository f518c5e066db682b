import { CODE_FILES } from './code-files';
import { JSON_FILES } from './json-files';
import type { SampleFile } from './sample-file';
import { TEXT_FILES } from './text-files';

export const SAMPLE_FILES: readonly SampleFile[] = [...TEXT_FILES, ...JSON_FILES, ...CODE_FILES];
