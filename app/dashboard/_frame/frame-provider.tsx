'use client';

import type { ReactNode } from 'react';
import type { FrameAnswer } from '@/lib/http/answers/frame';
import { FirstFrame } from './use-frame';

interface Props {
  readonly frame: FrameAnswer;
  readonly children: ReactNode;
}

export function FrameProvider({ frame, children }: Props) {
  return <FirstFrame value={frame}>{children}</FirstFrame>;
}
