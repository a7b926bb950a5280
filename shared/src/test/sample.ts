/** An article with every format, in English, Hindi and Kannada, as it is stored. */
export const sample = `<h2>Article 21 and its reading</h2>
<p>No person shall be deprived of life or personal liberty except according to procedure established by law<span class="footnote" role="note">See <a href="https://example.org/maneka" target="_blank" rel="noreferrer noopener">Maneka Gandhi</a> (1978), where “procedure” became <em>fair</em> procedure.</span>. A share of <span class="formula" data-formula="\\frac{1}{3}">\\frac{1}{3}</span> of the questions of the last five years comes from here.</p>
<div class="formula" data-formula="\\text{औसत चाल} = \\frac{\\text{कुल दूरी}}{\\text{कुल समय}} = \\frac{2v_1v_2}{v_1+v_2}">\\text{औसत चाल} = \\frac{\\text{कुल दूरी}}{\\text{कुल समय}} = \\frac{2v_1v_2}{v_1+v_2}</div>
<p>A long one in a line: <span class="formula" data-formula="a_0+a_1x+a_2x^2+a_3x^3+a_4x^4+a_5x^5+a_6x^6+a_7x^7+a_8x^8=0">a_0+a_1x+a_2x^2</span> and one that is wrong: <span class="formula" data-formula="\\frac{1}{">\\frac{1}{</span>.</p>
<div class="formula" data-formula="\\ce{6CO2 + 6H2O ->[\\text{light}] C6H12O6 + 6O2}">\\ce{6CO2 + 6H2O -> C6H12O6 + 6O2}</div>
<div class="formula" data-formula="\\begin{pmatrix}a_{11}&amp;a_{12}&amp;a_{13}&amp;a_{14}&amp;a_{15}&amp;a_{16}\\\\a_{21}&amp;a_{22}&amp;a_{23}&amp;a_{24}&amp;a_{25}&amp;a_{26}\\end{pmatrix}\\begin{pmatrix}x_1\\\\x_2\\end{pmatrix}=\\sum_{i=1}^{n}\\int_0^1 f_i(x)\\,dx">a matrix</div>
<h2>ವರ್ಷದ ಮಳೆ</h2>
<figure class="table"><table><caption>Rainfall by district, in millimetres, with the usual amount of each season<span class="footnote" role="note">ಕರ್ನಾಟಕ ರಾಜ್ಯ ನೈಸರ್ಗಿಕ ವಿಕೋಪ ಉಸ್ತುವಾರಿ ಕೇಂದ್ರ, 2025.</span></caption><thead><tr><th scope="col">District</th><th scope="col">January to February</th><th scope="col">Pre-monsoon</th><th scope="col">South-west monsoon</th><th scope="col">North-east monsoon</th><th scope="col">Annual</th></tr></thead><tbody><tr><th scope="row">ದಕ್ಷಿಣ ಕನ್ನಡ</th><td>5</td><td>218</td><td>3,325</td><td>342</td><td>3,890</td></tr><tr><th scope="row">Chitradurga</th><td>3</td><td>119</td><td>262</td><td>168</td><td>552</td></tr><tr><th scope="row">चिक्कमगलूरु</th><td>6</td><td>196</td><td>1,443</td><td>260</td><td><p>1,905</p><ul><li>highest: <span class="formula" data-formula="2\\,800">2\\,800</span></li></ul></td></tr></tbody></table></figure>
<table><tbody><tr><td>Right</td><td colspan="2">Writ</td></tr><tr><td rowspan="2">Liberty</td><td>Habeas corpus</td><td>High Courts and the Supreme Court</td></tr><tr><td>Mandamus</td><td>Not against private persons</td></tr></tbody></table>
<aside class="callout callout-note"><p>The words “due process” are not in the Constitution.</p></aside>
<aside class="callout callout-tip"><p>याद रखें: अनुच्छेद 32 अधिकारों का अधिकार है।</p><ul><li>अनुच्छेद 226 उच्च न्यायालयों के लिए है।</li></ul></aside>
<aside class="callout callout-warning"><p>ಈ ಲೇಖನವು ಕಾನೂನು ಸಲಹೆಯಲ್ಲ.</p></aside>
<aside class="callout callout-exam"><p>Asked in 2019, 2021 and 2024<span class="footnote" role="note">Prelims, General Studies I.</span>.</p></aside>
<details class="question"><summary>Which writ asks a person by what authority they hold a public office?</summary><p><strong>Quo warranto.</strong> It needs no personal interest.</p><div class="formula" data-formula="x^2">x^2</div></details>
<details class="question"><summary>42वाँ संशोधन किस वर्ष हुआ?</summary><p>1976 में।</p></details>
<figure class="picture picture-full"><img src="/media/images/map_1200x560_480.png" alt="The districts of Karnataka"><figcaption>Where it rains most <cite>Survey of India</cite></figcaption></figure>
<figure class="picture picture-half"><img src="/media/images/gauge_800x600_480.png" alt="A rain gauge"><figcaption>A gauge</figcaption></figure>
<p>A picture of half the width stands above what is written about it.</p>
<figure class="picture picture-wide"><img src="/media/images/coast_1600x500_480_960.png" alt="The coast at dusk"><figcaption>The coast <cite>A. Rao</cite></figcaption></figure>
<div class="pictures"><figure class="picture picture-full"><img src="/media/images/before_800x600_480.png" alt="Before the rain"><figcaption>May</figcaption></figure><figure class="picture picture-full"><img src="/media/images/after_800x600_480.png" alt="After the rain"><figcaption>September <cite>A. Rao</cite></figcaption></figure></div>
<p class="file"><a href="/media/files/paper-2024.pdf" download="General Studies I, 2024.pdf" data-bytes="48213">General Studies I, 2024.pdf</a></p>
<p class="file"><a href="/media/files/maps.zip" download="Maps.zip" data-bytes="7340032">Maps.zip</a></p>
<hr>
<pre class="ql-syntax" data-language="go">func rain(mm []float64) (sum float64) {
\tfor _, one := range mm { sum += one } // a comment that is longer than a phone is wide, so that the code scrolls
\treturn
}</pre>
<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>
<p>The end.</p>`;

/** The formats, by what of stored HTML is one: each has to be proved to be written, read, shown and printed. */
export const formats = {
  table: "figure.table table",
  "formula in a line": "span.formula",
  "formula set apart": "div.formula",
  callout: "aside.callout",
  question: "details.question summary",
  figure: ":not(.pictures) > figure.picture figcaption",
  "two pictures": "div.pictures figure.picture + figure.picture",
  file: "p.file a[download][data-bytes]",
  footnote: "span.footnote[role='note']",
  divider: "hr",
  code: "pre.ql-syntax[data-language]",
} as const;

export type Format = keyof typeof formats;
