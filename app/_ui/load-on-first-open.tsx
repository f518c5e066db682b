'use client';

import { type ComponentType, Suspense, use, useEffect, useEffectEvent, useState } from 'react';
import { toast } from './toast';

interface Openable {
  readonly open: boolean;
  /** Called with false if the code could not be loaded. Setting `open` to true again retries. */
  readonly onOpenChange?: (open: boolean) => void;
}

/**
 * Returns a component, such as a dialog, whose code is loaded when it first opens. If loading
 * fails, the next opening retries.
 */
export function loadOnFirstOpen<P extends Openable>(load: () => Promise<ComponentType<P>>) {
  let loading: Promise<ComponentType<P> | null> | undefined;

  function Late({ given, onMissing }: { given: P; onMissing: () => void }) {
    loading ??= load().catch(() => null);
    const Loaded = use(loading);
    const miss = useEffectEvent(onMissing);
    useEffect(() => {
      if (Loaded) return;
      loading = undefined;
      miss();
    }, [Loaded]);
    return Loaded && <Loaded {...given} />;
  }

  return function OpenedLate(props: P) {
    const [state, setState] = useState<'unopened' | 'wanted' | 'missing'>('unopened');
    if (props.open && state === 'unopened') setState('wanted');
    if (!props.open && state === 'missing') setState('unopened');
    if (state !== 'wanted') return null;
    const onMissing = () => {
      setState('missing');
      toast.error(NOT_LOADED, { description: HOW_TO_LOAD });
      props.onOpenChange?.(false);
    };
    return (
      <Suspense fallback={null}>
        <Late given={props} onMissing={onMissing} />
      </Suspense>
    );
  };
}

const NOT_LOADED = 'A part of this page could not be loaded.';
/**
 * After an update, the server no longer has the files of a page that was opened earlier. Only a
 * reload helps then.
 */
const HOW_TO_LOAD = 'Try again. If that does not help, reload the page.';
