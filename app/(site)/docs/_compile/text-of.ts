interface TextNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly TextNode[];
}

/** Returns the text of a node of Markdown or HTML, without its markup. */
export function textOf(node: TextNode | undefined): string {
  return node?.value ?? node?.children?.map(textOf).join('') ?? '';
}
