import { type Html, html } from './html.ts'

/** How every page of castellan begins: it loads nothing, runs nothing and tells nobody where it is. `style` is CSS, put in as it is. */
export const pageHead = (title: string, style: string): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>`
