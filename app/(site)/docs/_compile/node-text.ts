interface TextNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly TextNode[];
}

export function nodeText(node: TextNode | undefined): string {
  return node?.value ?? node?.children?.map(nodeText).join('') ?? '';
}
