// The part of Google's gapi.iframes that the Firebase JavaScript SDK needs, for pages that shall load nothing
// from Google: put this script before the SDK. It talks to the hidden page of a Bramley service.
(function () {
  'use strict';
  if (window.gapi && window.gapi.iframes && window.gapi.iframes.Iframe) { return; }

  function Iframe(element, origin) {
    this.element = element;
    this.origin = origin;
    this.handlers = {};
    this.waiting = {};
    this.number = 0;
    window.addEventListener('message', this.hear.bind(this));
  }

  Iframe.prototype.hear = function (message) {
    var data = message.data;
    if (message.origin !== this.origin || message.source !== this.element.contentWindow) { return; }
    if (!data || data.bramley !== 'iframes') { return; }
    if (data.kind === 'answer') {
      var done = this.waiting[data.id];
      delete this.waiting[data.id];
      if (done) { done(data.answers); }
      return;
    }
    var handler = this.handlers[data.type];
    if (data.kind !== 'send' || !handler) { return; }
    Promise.resolve(handler(data.data)).then(function (answer) {
      this.post({kind: 'answer', id: data.id, answers: [answer]});
    }.bind(this));
  };

  Iframe.prototype.post = function (message) {
    message.bramley = 'iframes';
    this.element.contentWindow.postMessage(message, this.origin);
  };

  Iframe.prototype.register = function (type, handler) { this.handlers[type] = handler; };

  Iframe.prototype.send = function (type, data, done) {
    var id = ++this.number;
    // The SDK's callback ends by throwing on purpose; that must not break the next message.
    this.waiting[id] = function (answers) { try { if (done) { done(answers); } } catch (ignored) { } };
    this.post({kind: 'send', type: type, id: id, data: data});
  };

  Iframe.prototype.ping = function (done) {
    return new Promise(function (resolve) {
      this.send('ping', null, function (answers) { resolve(answers); if (done) { done(answers); } });
    }.bind(this));
  };

  Iframe.prototype.restyle = function (style) {
    Object.assign(this.element.style, style.setHideOnLeave === undefined ? style : {});
    return Promise.resolve();
  };

  function open(options, opened) {
    return new Promise(function (resolve, reject) {
      var element = document.createElement('iframe');
      var attributes = options.attributes || {};
      Object.keys(attributes).forEach(function (name) {
        if (name === 'style') { Object.assign(element.style, attributes.style); return; }
        element.setAttribute(name, attributes[name]);
      });
      element.src = options.url;
      var iframe = new Iframe(element, new URL(options.url, location.href).origin);
      element.addEventListener('load', function () {
        Promise.resolve(opened ? opened(iframe) : iframe).then(resolve, reject);
      }, {once: true});
      (options.where || document.body).appendChild(element);
    });
  }

  var context = {open: open, openChild: open};
  window.gapi = window.gapi || {};
  window.gapi.load = window.gapi.load || function (name, options) {
    var done = typeof options === 'function' ? options : options && options.callback;
    if (done) { done(); }
  };
  window.gapi.iframes = {
    Iframe: Iframe,
    CROSS_ORIGIN_IFRAMES_FILTER: function () { return true; },
    getContext: function () { return context; }
  };
})();
