'use client';

import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { Dialog, DialogRoot } from '@/app/_ui/dialog';
import { Input } from '@/app/_ui/field';
import { useSetTheme } from '@/app/_ui/theme';
import { useFrame } from '../_frame/frame';
import { PAYMENTS, paymentPage } from '../_frame/paths';
import { useGo } from '../_frame/use-go';
import { type Choice, type ChoiceGroup, Choices, optionId } from './choices';
import { type Command, commandsOf, matching } from './commands';
import { PaymentChoice, useFoundPayments } from './payment-choice';

export interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** A dialog that finds pages, actions and payments by a few letters (ARIA's combobox pattern). */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <Dialog title="Command palette" focusFirst={input} className="max-w-[36rem]!">
        <Finder input={input} onDone={() => onOpenChange(false)} />
      </Dialog>
    </DialogRoot>
  );
}

interface FinderProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onDone: () => void;
}

function Finder({ input, onDone }: FinderProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const groups = useGroups(text);
  const choices = groups.flatMap((group) => group.choices);
  // By its key: payments that come in move the others.
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
        aria-label="Find a page, an action or a payment"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={optionId(id, current)}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Page, action, reference, id, address, transaction …"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <Choices id={id} groups={groups} current={current} onPoint={setChosen} onRun={run} />
    </>
  );
}

/** What a text finds: commands, payments, and the list of all payments with it. */
function useGroups(text: string): ChoiceGroup[] {
  const { role } = useFrame();
  const go = useGo();
  const setTheme = useSetTheme();
  const payments = useFoundPayments(text);
  const commands = matching(commandsOf(role), text);
  const run = ({ does }: Command) => {
    if ('href' in does) go(does.href);
    else setTheme(does.theme);
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
  const groups = [ofGroup('Actions'), ofGroup('Pages'), paymentGroup];
  return groups.filter(({ choices }) => choices.length > 0);
}
