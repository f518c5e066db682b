'use client';

import { CodeBlock } from '@/app/_ui/code-block';
import { Tab, TabList, TabPanel, TabsRoot } from '@/app/_ui/tabs';

interface Props {
  readonly samples: readonly { readonly language: string; readonly code: string }[];
}

export function VerifyTabs({ samples }: Props) {
  return (
    <TabsRoot defaultValue={samples[0]?.language ?? ''} className="mt-2">
      <TabList aria-label="Language">
        {samples.map(({ language }) => (
          <Tab key={language} value={language}>
            {language}
          </Tab>
        ))}
      </TabList>
      {samples.map(({ language, code }) => (
        <TabPanel key={language} value={language}>
          <CodeBlock code={code} label={`verify function in ${language}`} />
        </TabPanel>
      ))}
    </TabsRoot>
  );
}
