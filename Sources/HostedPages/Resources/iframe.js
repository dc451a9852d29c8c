// The hidden page's side of the SDK's protocol: events go to the page that holds the frame and to nobody else.
// The server's policy lets only authorized pages hold it.
(function () {
  'use strict';
  var usesGapi = document.currentScript.dataset.gapi === 'yes';
  var query = new URLSearchParams(location.search);
  var storageKey = query.get('apiKey') + ':' + (query.get('appName') || '[DEFAULT]');
  var storageName = 'firebase:redirectEvent:' + storageKey;
  var noEvent = {type: 'unknown', eventId: null, error: {code: 'auth/no-auth-event', message: 'No event.'}};
  var send = null;  // Sends an event to the parent once one of the two ways is open.

  function stored() {
    try { return JSON.parse(sessionStorage.getItem(storageName)); } catch (broken) { return null; }
  }

  function forget() {
    try { sessionStorage.removeItem(storageName); } catch (blocked) { /* Nothing was kept then. */ }
  }

  function deliver(event) {
    send({type: 'authEvent', authEvent: event}, function (answers) {
      var last = answers && answers[answers.length - 1];
      if (last && last.status === 'ACK') { forget(); }
    });
  }

  // The first way that opens is the one that is used: a page speaks either Google's or ours.
  function open(way) {
    if (send) { return; }
    send = way;
    deliver(stored() || noEvent);
  }

  window.addEventListener('message', function (message) {
    var data = message.data;
    // From our own handler in a popup; everybody else is heard below or not at all.
    if (message.origin === location.origin && data && data.eventType === 'sendAuthEvent') {
      if (!data.data || data.data.storageKey !== storageKey) { return; }
      if (send) {
        deliver(data.data.authEvent);
      } else {
        sessionStorage.setItem(storageName, JSON.stringify(data.data.authEvent));
      }
      return;
    }
    if (message.source === window.parent && data && data.bramley === 'iframes') { hear(message); }
  });

  // Our own replacement of gapi.iframes: numbered messages, each with an answer.
  var number = 0;
  var waiting = {};

  function hear(message) {
    var data = message.data;
    if (data.kind === 'answer' && waiting[data.id]) {
      waiting[data.id](data.answers);
      delete waiting[data.id];
      return;
    }
    if (data.kind !== 'send') { return; }
    var origin = message.origin;
    var known = data.type === 'ping' || data.type === 'webStorageSupport';
    window.parent.postMessage({
      bramley: 'iframes', kind: 'answer', id: data.id,
      answers: known ? [{status: 'ACK', webStorageSupport: true}] : []
    }, origin);
    if (data.type === 'ping') {
      open(function (content, done) {
        waiting[++number] = done;
        window.parent.postMessage(
          {bramley: 'iframes', kind: 'send', type: 'authEvent', id: number, data: content}, origin);
      });
    }
  }

  if (!usesGapi) { return; }
  window.bramleyGapiLoaded = function () {
    window.gapi.load('gapi.iframes', function () {
      var filter = window.gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER;
      var parent = window.gapi.iframes.getContext().getParentIframe();
      if (!parent) { return; }
      parent.register('webStorageSupport', function () {
        return {status: 'ACK', webStorageSupport: true};
      }, filter);
      open(function (content, done) { parent.send('authEvent', content, done, filter); });
    });
  };
  // After the frame has loaded: where Google cannot be reached, the page that holds it must not wait for it.
  window.addEventListener('load', function () {
    setTimeout(function () {
      var script = document.createElement('script');
      script.src = 'https://apis.google.com/js/api.js?onload=bramleyGapiLoaded';
      document.head.appendChild(script);
    }, 0);
  });
})();
