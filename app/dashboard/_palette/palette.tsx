'use client';

import clsx from 'clsx';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Dialog, DialogRoot } from '@/app/_ui/dialog';
import { Input } from '@/app/_ui/field';
import { useSetTheme } from '@/app/_ui/theme';
import { useFrame } from '../_frame/frame';
import { customerPage, PAYMENTS, paymentPage } from '../_frame/paths';
import { useSessionActions } from '../_frame/session-actions';
import { useGuardedNavigate } from '../_frame/use-guarded-navigate';
import { type Command, commandsOf, matchingCommands } from './commands';
import {
  CustomerChoice,
  PaymentChoice,
  useDebouncedText,
  useFoundCustomers,
  useFoundPayments,
} from './found';

export interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Finds pages, actions and payments by a few letters (ARIA's combobox pattern). */
export function Palette({ open, onOpenChange, text, onText }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <Dialog title="Command palette" focusFirst={input} className="max-w-[36rem]!">
        <Finder input={input} text={text} onText={onText} onDone={() => onOpenChange(false)} />
      </Dialog>
    </DialogRoot>
  );
}

interface FinderProps extends Pick<PaletteProps, 'text' | 'onText'> {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onDone: () => void;
}

function Finder({ input, text, onText, onDone }: FinderProps) {
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const groups = useGroups(text);
  const choices = groups.flatMap((group) => group.choices);
  // Finds the choice by its key, because new payments shift its index.
  const place = Math.max(
    choices.findIndex(({ key }) => key === chosen),
    0,
  );
  const current = choices[place]?.key ?? '';
  const run = (choice: Choice | undefined) => {
    onDone();
    choice?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen(choices[(place + step + choices.length) % choices.length]?.key);
    else if (event.key === 'Enter') run(choices[place]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        ref={input}
        role="combobox"
        aria-label="Find a page, an action, a customer or a payment"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={optionId(id, current)}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Page, action, customer, reference, id, address …"
        value={text}
        onChange={({ target }) => {
          onText(target.value);
          setChosen(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <Choices id={id} groups={groups} current={current} onPoint={setChosen} onRun={run} />
    </>
  );
}

function useGroups(text: string): ChoiceGroup[] {
  const viewer = useFrame();
  const { switchTo, signOut } = useSessionActions();
  const go = useGuardedNavigate();
  const setTheme = useSetTheme();
  const find = { text, wanted: useDebouncedText(text) };
  const payments = useFoundPayments(find);
  const customers = useFoundCustomers(find);
  const commands = matchingCommands(commandsOf(viewer), text);
  const run = ({ does }: Command) => {
    if ('href' in does) go(does.href);
    else if ('download' in does) window.location.assign(does.download);
    else if ('theme' in does) setTheme(does.theme);
    else if ('merchant' in does) switchTo(does.merchant);
    else signOut();
  };
  const ofGroup = (name: Command['group']): ChoiceGroup => ({
    name,
    choices: commands
      .filter(({ group }) => group === name)
      .map((command) => ({
        key: command.label,
        shown: command.label,
        run: () => run(command),
      })),
  });
  const search = new URLSearchParams({ q: text.trim() });
  const all = {
    key: 'search',
    shown: `Search payments for “${text.trim()}”`,
    run: () => go(`${PAYMENTS}?${search}` as typeof PAYMENTS),
  };
  const found = payments.map((payment) => ({
    key: payment.id,
    shown: <PaymentChoice payment={payment} />,
    run: () => go(paymentPage(payment.id)),
  }));
  const name = text.trim() === '' ? 'Newest payments' : 'Payments';
  const paymentGroup = { name, choices: text.trim() === '' ? found : [...found, all] };
  const customerGroup = {
    name: 'Customers',
    choices: customers.map(({ customer, network }) => ({
      key: `customer ${customer.payment_id}`,
      shown: <CustomerChoice customer={customer} network={network} />,
      run: () => go(customerPage(customer.payment_id)),
    })),
  };
  const groups = [ofGroup('Actions'), ofGroup('Pages'), customerGroup, paymentGroup];
  return groups.filter(({ choices }) => choices.length > 0);
}

interface Choice {
  /** Unique across all groups. */
  readonly key: string;
  readonly shown: ReactNode;
  readonly run: () => void;
}

interface ChoiceGroup {
  readonly name: string;
  readonly choices: readonly Choice[];
}

interface Props {
  /** Prefix of the element ids of the list and its options. */
  readonly id: string;
  readonly groups: readonly ChoiceGroup[];
  readonly current: string;
  readonly onPoint: (key: string) => void;
  readonly onRun: (choice: Choice) => void;
}

/** Lists the choices. The focus stays in the combobox's field. */
function Choices({ id, groups, current, onPoint, onRun }: Props) {
  useEffect(() => {
    document.getElementById(optionId(id, current))?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Found"
      className="-mx-2 grid max-h-[min(60dvh,26rem)] gap-3 overflow-y-auto"
    >
      {groups.map(({ name, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox must not contain a fieldset
        <div key={name} role="group" aria-labelledby={optionId(id, `group ${name}`)}>
          <div id={optionId(id, `group ${name}`)} className="px-2 pb-1 text-head text-ink-3">
            {name}
          </div>
          {choices.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox's field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox's field
            <div
              key={choice.key}
              id={optionId(id, choice.key)}
              role="option"
              aria-selected={choice.key === current}
              onClick={() => onRun(choice)}
              onPointerMove={() => choice.key !== current && onPoint(choice.key)}
              className={clsx(
                'flex min-h-9 cursor-pointer items-center rounded-badge px-2 py-1 pointer-coarse:min-h-11',
                choice.key === current && 'bg-accent-tint text-accent',
              )}
            >
              {choice.shown}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** For `aria-activedescendant`. Element ids cannot contain spaces. */
function optionId(id: string, key: string): string {
  return `${id}-${key.replaceAll(' ', '_')}`;
}
