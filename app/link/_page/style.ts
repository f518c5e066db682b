import style from './link.css?inline';

/** The styles of a link's page, with those of the payment page, bundled and minified. */
export const STYLE = style;
